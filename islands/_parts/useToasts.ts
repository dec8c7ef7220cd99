import { useCallback, useRef, useState } from "react";
import { limits } from "../../contract/limits.ts";
import type { Status } from "./Notice.tsx";

export type Toast = { id: number; status: Status; text: string };
export type Announce = (status: Status, text: string) => void;

/** Messages about work that goes on by itself. What needs nobody leaves after a while, trouble waits to be read. */
export function useToasts(): { toasts: Toast[]; announce: Announce; dismiss: (id: number) => void } {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const nextId = useRef(1);
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const announce = useCallback<Announce>(
    (status, text) => {
      const id = nextId.current++;
      setToasts((shown) => [...shown, { id, status, text }].slice(-limits.screen.noticesShown));
      if (status === "sent" || status === "waiting") setTimeout(() => dismiss(id), limits.screen.noticeMs);
    },
    [dismiss],
  );
  return { toasts, announce, dismiss };
}
