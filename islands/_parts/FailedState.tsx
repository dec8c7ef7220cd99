import { Button } from "./Button.tsx";
import { Notice } from "./Notice.tsx";

/** What stands where something could not be loaded: why, and a way to try again. */
export function FailedState({
  what,
  loaded,
}: {
  /** As a sentence's beginning: "Your leads". */
  what: string;
  loaded: { message: string; reload: () => void };
}) {
  return (
    <Notice status="failed">
      <p>
        {what} could not be loaded. {loaded.message}
      </p>
      <Button onClick={loaded.reload}>Try again</Button>
    </Notice>
  );
}
