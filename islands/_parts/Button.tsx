import type { ComponentProps } from "react";

export type ButtonProps = ComponentProps<"button"> & {
  /** `primary` at most once in view; `danger` for what cannot be undone. */
  variant?: "primary" | "quiet" | "danger" | undefined;
  size?: "large";
  /** A square for a single icon; such a button needs an `aria-label`. */
  shape?: "icon";
};

/** A button. It submits nothing unless it says `type="submit"`: a stray click must not send a form. */
export function Button({ variant, size, shape, className, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={className === undefined ? "button" : `button ${className}`}
      data-variant={variant}
      data-size={size}
      data-shape={shape}
      {...rest}
    />
  );
}
