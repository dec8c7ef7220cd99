import { useCallback, useRef, useState } from "react";
import { screenLimits } from "../../contract/limits/screen.ts";
import type { Status } from "./Notice.tsx";

type ToastMore = {
  /** A second sentence that needs reading; "" for none. */
  detail?: string;
  /** It can be read elsewhere too, so that the notice need not wait to be read. */
  standsElsewhere?: boolean;
  /** What can be done about it, as a button. */
  action?: { word: string; run: () => void };
};
export type Toast = ToastMore & { id: number; status: Status; text: string };
/** What it gives takes the message away again, for when it no longer holds. */
export type Announce = (status: Status, text: string, more?: ToastMore) => () => void;

/** Messages about background work. Those that nobody need act on disappear after a while, the others wait to be read. */
export function useToasts(): { toasts: Toast[]; announce: Announce; dismiss: (id: number) => void } {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const nextId = useRef(1);
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const announce = useCallback<Announce>(
    (status, text, more = {}) => {
      const toast = { ...more, id: nextId.current++, status, text };
      setToasts((shown) => [...shown, toast].slice(-screenLimits.noticesShown));
      const leave = () => {
        if (isLookedAt()) setTimeout(leave, screenLimits.noticeMs);
        else dismiss(toast.id);
      };
      if (leavesByItself(toast)) setTimeout(leave, screenLimits.noticeMs);
      return () => dismiss(toast.id);
    },
    [dismiss],
  );
  return { toasts, announce, dismiss };
}

function leavesByItself({ status, detail, standsElsewhere, action }: Toast): boolean {
  const isRead = !detail || standsElsewhere === true;
  return (status === "sent" || status === "waiting") && isRead && action === undefined;
}

/** A message must not disappear from under a pointer, or while it has the focus. */
function isLookedAt(): boolean {
  return document.querySelector(".toast-tray:is(:hover, :focus-within)") !== null;
}
