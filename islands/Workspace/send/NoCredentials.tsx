import { sentences } from "../../../contract/errors.ts";
import { Button } from "../../_parts/Button.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

/** Said instead of a form that could not be sent. */
export function NoCredentials({ onDone }: { onDone: () => void }) {
  const { showTab } = useWorkspace();
  return (
    <>
      <p>{sentences.noCredentials}</p>
      <div className="actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button
          variant="primary"
          onClick={() => {
            onDone();
            showTab("accounts");
          }}
        >
          Go to Accounts
        </Button>
      </div>
    </>
  );
}
