/** What is wrong with which line of a file or of a text. */
export function LineFaults({ title, faults }: { title: string; faults: readonly string[] }) {
  if (faults.length === 0) return null;
  return (
    <div role="alert">
      <h3 className="dock-section">{title}</h3>
      <ul className="sheet-list">
        {faults.map((fault) => (
          <li key={fault} className="pd-down">
            {fault}
          </li>
        ))}
      </ul>
    </div>
  );
}
