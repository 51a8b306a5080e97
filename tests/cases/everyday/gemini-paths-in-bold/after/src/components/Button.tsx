type Props = {
  label: string;
  variant?: "primary" | "plain";
  onClick: () => void;
};

export function Button({ label, variant = "plain", onClick }: Props) {
  return (
    <button className={`button ${variant}`} onClick={onClick}>
      {label}
    </button>
  );
}
