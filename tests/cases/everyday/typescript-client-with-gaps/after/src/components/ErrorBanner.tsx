interface ErrorBannerProps {
  message: string;
  onRetry: () => void;
}

export function ErrorBanner({ message, onRetry }: ErrorBannerProps) {
  return (
    <div className="error" role="alert">
      <span>{message}</span>
      <button onClick={onRetry}>Try again</button>
    </div>
  );
}
