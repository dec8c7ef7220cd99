import { useCallback, useRef, useState } from "react";
import { screenLimits } from "../../contract/limits/screen.ts";
import type { Status } from "./Notice.tsx";

export type ToastMore = {
  /** A second sentence that wants reading; "" is none. */
  detail?: string;
  /** It can be read in another place as well, so that the notice need not wait for it. */
  standsElsewhere?: boolean;
  /** What can be done about it, on a button. */
  action?: { word: string; run: () => void };
};
export type Toast = ToastMore & { id: number; status: Status; text: string };
export type Announce = (status: Status, text: string, more?: ToastMore) => void;

/** Messages about work that goes on by itself. What needs nobody leaves after a while, the rest waits to be read. */
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
    },
    [dismiss],
  );
  return { toasts, announce, dismiss };
}

function leavesByItself({ status, detail, standsElsewhere, action }: Toast): boolean {
  const isRead = !detail || standsElsewhere === true;
  return (status === "sent" || status === "waiting") && isRead && action === undefined;
}

/** Nothing goes from under somebody's pointer, or takes the focus with it. */
function isLookedAt(): boolean {
  return document.querySelector(".toast-tray:is(:hover, :focus-within)") !== null;
}
