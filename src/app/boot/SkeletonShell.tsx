import '../shell/shell.css';
import '../shell/topbar.css';
import '../shell/menu.css';
import '../shell/statusbar.css';

/** The shell's bones at their final size, so that nothing moves when the rest arrives. */
export function SkeletonShell() {
  return (
    <div className="shell" aria-busy="true">
      <div className="topbar" />
      <div className="sidemenu">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className="skeleton-entry" />
        ))}
      </div>
      <div className="shell-main" />
      <div className="statusbar" />
    </div>
  );
}
