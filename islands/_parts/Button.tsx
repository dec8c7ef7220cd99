import type { ComponentProps } from "react";

export type ButtonProps = ComponentProps<"button"> & {
  /** `primary` at most once in view; `danger` for what cannot be undone. */
  variant?: "primary" | "quiet" | "danger" | undefined;
  size?: "large";
  /** A square for a single icon, named by its `title`, or else an `aria-label`: an equal one would be read out as well. */
  shape?: "icon";
};

/**
 * A button. It submits a form only with `type="submit"`, so that no other button sends one by accident. With
 * `aria-disabled` it does nothing but keeps the focus, which would be lost with `disabled`.
 */
export function Button({
  variant,
  size,
  shape,
  className,
  type = "button",
  onClick,
  "aria-disabled": refuses,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={className === undefined ? "button" : `button ${className}`}
      data-variant={variant}
      data-size={size}
      data-shape={shape}
      aria-disabled={refuses}
      onClick={String(refuses) === "true" ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  );
}
