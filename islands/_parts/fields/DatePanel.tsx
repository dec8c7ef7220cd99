import { minuteMs } from "../../../contract/limits/units.ts";
import { Calendar } from "./Calendar.tsx";
import { TimeList } from "./TimeList.tsx";

/** The time for a day that is chosen before its time. */
const usualTime = "09:00";

/** The kind of value, named as the browser's own fields are. */
export type DateInputType = "date" | "datetime-local" | "time";

/** Opens from a field for a day, a time, or both. If only one of them is wanted, a single choice closes it. */
export default function DatePanel({
  type,
  value,
  min,
  max,
  onGive,
}: {
  type: DateInputType;
  /** As in the field; "" if there is none. */
  value: string;
  min: string;
  max: string;
  onGive: (value: string, isDone: boolean) => void;
}) {
  if (type === "time") return <TimeList value={value} begins onPick={(time) => onGive(time, true)} />;
  const [day = "", time = ""] = value.split("T");
  return (
    <>
      <Calendar
        value={day}
        min={min.slice(0, 10)}
        max={max.slice(0, 10)}
        onPick={(picked) =>
          type === "date" ? onGive(picked, true) : onGive(`${picked}T${time || usualTime}`, false)
        }
      />
      {type === "date" ? null : (
        <TimeList value={time} onPick={(picked) => onGive(`${day || today()}T${picked}`, true)} />
      )}
    </>
  );
}

function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * minuteMs).toISOString().slice(0, 10);
}
