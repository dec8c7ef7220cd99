import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { useConnectGoogle } from "./useConnectGoogle.ts";

/** Connects a Google account in a window of Google's own, with permission to send and nothing else. */
export function ConnectGoogle({ onDone }: { onDone: () => void }) {
  const connecting = useConnectGoogle({ onDone });
  return (
    <div className="stack connect-google">
      <p className="muted">Google asks you itself, and grants permission to send and nothing else.</p>
      {connecting.message === "" ? null : <Notice status="failed">{connecting.message}</Notice>}
      <Button disabled={connecting.running} onClick={() => connecting.run()}>
        {connecting.running ? "Waiting for Google…" : "Connect with Google"}
      </Button>
      <p className="or">or with an app password</p>
    </div>
  );
}
