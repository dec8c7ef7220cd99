import { Island } from "../../../pages/Island.tsx";

/** A page with two counters and no echo. */
export function TwoIslands() {
  return (
    <>
      <h1>Two counters</h1>
      <Island name="Counter" props={{ start: 1 }} />
      <Island name="Counter" props={{ start: 10 }} />
    </>
  );
}
