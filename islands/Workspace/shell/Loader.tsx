import { Mark } from "../../_parts/Mark.tsx";

/** Covers the workspace until its first data are there. */
export function Loader({ text }: { text: string }) {
  return (
    <div className="loader" role="status">
      <Mark />
      <p>{text}</p>
    </div>
  );
}
