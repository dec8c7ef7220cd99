/** What is kept: what it is, how it is kept, and for how long. */
export function StoredDataTable({
  head,
  rows,
}: {
  head: readonly [string, string, string];
  rows: readonly (readonly [string, string, string])[];
}) {
  return (
    <table className="kept">
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, how, howLong]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{how}</td>
            <td>{howLong}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
