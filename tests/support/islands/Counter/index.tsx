import { useId, useState } from "react";
import type { CounterProps } from "./props.ts";

/** The smallest island that shows it is alive. */
export default function Counter({ start }: CounterProps) {
  const id = useId();
  const [count, setCount] = useState(start);
  return (
    <p>
      <button type="button" aria-describedby={id} onClick={() => setCount(count + 1)}>
        Count
      </button>
      <output id={id}>{count}</output>
    </p>
  );
}
