import type { GoogleReturnProps } from "../../islands/GoogleReturn/props.ts";
import { Island } from "../Island.tsx";

/** The page that Google's window ends on. It can be read without script, and then closed by hand. */
export function GoogleReturn(props: GoogleReturnProps) {
  return (
    <div className="entrance">
      <Island<GoogleReturnProps> name="GoogleReturn" props={props} />
    </div>
  );
}
