import "./button.css";

export default function Button({ label, onClick, disabled = false }) {
  return (
    <button className="button" onClick={onClick} disabled={disabled}>
      {label}
    </button>
  );
}
