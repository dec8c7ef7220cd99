import { minuteMs } from "../../../contract/limits/units.ts";
import { Calendar } from "./Calendar.tsx";
import { TimeList } from "./TimeList.tsx";

/** What a day gets that was chosen before its time. */
const usualTime = "09:00";

/** What is chosen: named as the browser's own fields are. */
export type DateInputType = "date" | "datetime-local" | "time";

/** What opens from a field for a day, a time, or both; a day alone, and a time, are done with one choice. */
export default function DatePanel({
  type,
  value,
  min,
  max,
  onGive,
}: {
  type: DateInputType;
  /** As the field has it; "" while there is none. */
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
