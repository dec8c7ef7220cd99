import { Button } from "../../_parts/Button.tsx";

/** Asked before unsaved changes would be lost. */
export function LeaveDraft({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  return (
    <>
      <p>This template has changes that are not saved.</p>
      <div className="actions">
        <Button onClick={onStay}>Keep editing</Button>
        <Button
          variant="danger"
          onClick={() => {
            onStay();
            onLeave();
          }}
        >
          Discard the changes
        </Button>
      </div>
    </>
  );
}
