import { lazy, Suspense, useEffect, useState } from "react";
import { shellTexts } from "../../../contract/texts/workspace/shell.ts";
import { useTexts } from "../../_data/useTexts.ts";
import { withStyles } from "../../_runtime/withStyles.ts";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

const DesignRoom = lazy(() => withStyles(["room", "templates"], () => import("./DesignRoom.tsx")));

/** The Design tab. What is in it comes when it is first shown, and stays from then on. */
export function DesignPanel() {
  const texts = useTexts(shellTexts);
  const { tab } = useWorkspace();
  const [wasShown, setWasShown] = useState(false);
  useEffect(() => {
    if (tab === "design") setWasShown(true);
  }, [tab]);
  if (!wasShown) return null;
  return (
    <Suspense fallback={<p className="panel-loading">{texts.loading}</p>}>
      <DesignRoom />
    </Suspense>
  );
}
