const inView = (list: HTMLElement | null): void => list?.scrollIntoView({ block: 'nearest' });

/** What is wrong with which line of a file or of a text. */
export function LineFaults({ title, faults }: { title: string; faults: readonly string[] }) {
  if (faults.length === 0) return null;
  return (
    // What was sent may be as long as the sheet: what is said of it is below it.
    <div ref={inView} role="alert">
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
