import { Refusal, sentences } from "../../../contract/errors.ts";
import { limits } from "../../../contract/limits.ts";
import { browserClient } from "../../_data/browserClient.ts";
import { readSetting } from "../../_data/setting.ts";
import { useAction } from "../../_data/useAction.ts";
import { Button } from "../../_parts/Button.tsx";
import { Notice } from "../../_parts/Notice.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** Connects a Google account in a window of Google's own, with permission to send and nothing else. */
export function ConnectGoogle({ onDone }: { onDone: () => void }) {
  const { credentials } = useWorkspace();
  const connecting = useAction(async () => {
    const uid = readSetting("uid");
    if (uid === "") throw new Refusal("bad_request", sentences.googleUidMissing);
    // Opened at once, within the click: a window opened after an answer counts as a pop-up and is blocked.
    const opened = window.open("", "_blank", "popup,width=520,height=680");
    if (opened === null) throw new Refusal("bad_request", "Please open the popup again to continue");
    try {
      const answer = await browserClient("GET /auth/authorize/scope", { query: { uid } });
      opened.location.href = answer.authorization_url;
    } catch (error) {
      opened.close();
      throw error;
    }
    await closing(opened);
    credentials.reload();
    onDone();
  });
  return (
    <div className="stack connect-google">
      <p className="muted">Or let Google ask you: it grants permission to send, and nothing else.</p>
      {connecting.message === "" ? null : <Notice status="uncertain">{connecting.message}</Notice>}
      <Button disabled={connecting.running} onClick={() => connecting.run()}>
        {connecting.running ? "Waiting for Google…" : "Connect with Google"}
      </Button>
    </div>
  );
}

function closing(opened: Window): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (!opened.closed) return;
      clearInterval(timer);
      resolve();
    }, limits.screen.popupTickMs);
  });
}
