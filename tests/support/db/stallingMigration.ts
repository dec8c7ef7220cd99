import { migrations } from "../../../db/migrations/sqlite.ts";
import { migrate } from "../../../db/sqlite/migrate.ts";
import { connect } from "../../../db/sqlite/open.ts";

/** A process of its own that is in the middle of bringing a database to date, and stays there until it is killed. */
const [folder = ""] = process.argv.slice(2);
migrate(connect(folder), {
  folder,
  hashingFor: () => (address) => address,
  steps: [
    ...migrations,
    {
      tag: "9999_stalls",
      sql: "SELECT 1",
      *code() {
        yield { sql: "SELECT 1" };
        console.log("in the middle");
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      },
    },
  ],
});
