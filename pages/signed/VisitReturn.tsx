import type { VisitReturnProps } from "../../islands/VisitReturn/props.ts";
import { Island } from "../Island.tsx";

/** The page that the window of Google or Microsoft ends on. It can be read without script, and then closed by hand. */
export function VisitReturn(props: VisitReturnProps) {
  return (
    <div className="entrance">
      <Island<VisitReturnProps> name="VisitReturn" props={props} />
    </div>
  );
}
