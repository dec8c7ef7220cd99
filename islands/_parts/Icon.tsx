/** Three dots below each other: a menu of further actions. */
export const dots =
  "M12 6a1 1 0 1 0 0-2 1 1 0 0 0 0 2M12 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2M12 20a1 1 0 1 0 0-2 1 1 0 0 0 0 2";

/** What one rem is where nobody asked for larger letters. */
const remPx = 16;

/**
 * A line drawing on a 24 by 24 grid, so many pixels wide, and larger where letters are. It is decoration: the words beside it, or
 * an `aria-label`, give its meaning.
 */
export function Icon({ path, size = 18 }: { path: string; size?: number }) {
  const width = `${size / remPx}rem`;
  return (
    <svg
      viewBox="0 0 24 24"
      width={width}
      height={width}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
