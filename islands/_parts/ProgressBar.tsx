import { useId } from "react";

/**
 * A bar with its label. Without a `value` it shows that something is in progress, but not how far. The native element draws
 * its own width, so no inline style is needed (`style-src 'self'`).
 */
export function ProgressBar({
  label,
  value,
  max,
}: {
  label: string;
  value?: number | undefined;
  max: number;
}) {
  const id = useId();
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      <progress id={id} max={Math.max(max, 1)} value={value} />
    </div>
  );
}
