import { Island } from "../../../pages/Island.tsx";

/** A page with one dialog on it. */
export function OneModal() {
  return (
    <>
      <h1>A dialog</h1>
      <Island name="Modal" props={{}} />
    </>
  );
}
