import { useCallback, useRef, useState } from "react";
import { limits } from "../../../contract/limits.ts";
import type { Status } from "../../_parts/Notice.tsx";

export type ShownNotice = { id: number; status: Status; text: string };
export type Announce = (status: Status, text: string) => void;

/** Messages about work that goes on by itself. What needs nobody leaves after a while, trouble waits to be read. */
export function useNotices(): { notices: ShownNotice[]; announce: Announce; dismiss: (id: number) => void } {
  const [notices, setNotices] = useState<ShownNotice[]>([]);
  const nextId = useRef(1);
  const dismiss = useCallback(
    (id: number) => setNotices((shown) => shown.filter((notice) => notice.id !== id)),
    [],
  );
  const announce = useCallback<Announce>(
    (status, text) => {
      const id = nextId.current++;
      setNotices((shown) => [...shown, { id, status, text }].slice(-limits.screen.noticesShown));
      if (status === "sent" || status === "waiting") setTimeout(() => dismiss(id), limits.screen.noticeMs);
    },
    [dismiss],
  );
  return { notices, announce, dismiss };
}
