import { useEffect, useState } from "react";
import { later } from "../../_parts/later.tsx";
import { withStyles } from "../../_runtime/withStyles.ts";
import { PanelLoading } from "../shell/PanelLoading.tsx";
import { useWorkspace } from "../shell/WorkspaceContext.ts";

const DesignWorkspace = later(
  () => withStyles(["room", "templates"], () => import("./DesignWorkspace.tsx")),
  {
    meanwhile: <PanelLoading />,
  },
);

/** The Design tab. Its content is loaded when it is first shown, and stays mounted from then on. */
export function DesignPanel() {
  const { tab } = useWorkspace();
  const [wasShown, setWasShown] = useState(false);
  useEffect(() => {
    if (tab === "design") setWasShown(true);
  }, [tab]);
  return wasShown ? <DesignWorkspace /> : null;
}
