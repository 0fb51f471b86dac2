/** The cashier's look: the product's own colours, one column, legible at 360 px, light or dark as the payer's device is. */
export const STYLE = `
:root{color-scheme:light dark;--bg:#f3f5f8;--panel:#fff;--border:#dde3ea;--text:#1b2430;--muted:#5b6675;--fill:#0f59a4;
--success:#0b7a3e;--danger:#c0212b;--warning:#8f5b00;--soft:#e8eff7}
@media (prefers-color-scheme:dark){:root{--bg:#0b0e14;--panel:#11151d;--border:#222a36;--text:#d7dde8;--muted:#8b95a7;
--fill:#1c6fc0;--success:#3dbd6e;--danger:#ec6a70;--warning:#e3a33c;--soft:#172436}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--bg);color:var(--text);
font:15px/1.5 system-ui,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif}
main{width:100%;max-width:400px;background:var(--panel);border:1px solid var(--border);border-radius:10px;padding:20px}
header{display:flex;justify-content:space-between;align-items:baseline;gap:12px;color:var(--muted);font-size:13px}
header strong{color:var(--text)}
h1{margin:20px 0 4px;font-size:15px;font-weight:500;color:var(--muted)}
.amount{margin:0;font-size:34px;font-weight:650;line-height:1.2;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.amount small{font-size:15px;font-weight:500;color:var(--muted)}
.left{margin:8px 0 0;color:var(--muted)}
.left b{color:var(--text);font-variant-numeric:tabular-nums}
dl{margin:18px 0;border-top:1px solid var(--border)}
dl div{display:flex;justify-content:space-between;gap:16px;padding:9px 0;border-bottom:1px solid var(--border)}
dt{color:var(--muted);flex:none}
dd{margin:0;text-align:right;overflow-wrap:anywhere;font-variant-numeric:tabular-nums}
.mono{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px}
a.go,button{display:block;width:100%;padding:13px;border:0;border-radius:8px;background:var(--fill);color:#fff;font:inherit;
font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
a.go:focus-visible,button:focus-visible{outline:2px solid var(--text);outline-offset:2px}
button[disabled]{opacity:.55;cursor:default}
p.note{margin:12px 0 0;color:var(--muted);font-size:13px}
.result{display:flex;gap:12px;align-items:center;margin:20px 0 4px;font-size:19px;font-weight:650}
.result svg{flex:none;width:34px;height:34px}
.result.success{color:var(--success)}.result.danger{color:var(--danger)}.result.warning{color:var(--warning)}
.wait{padding:11px 13px;border-radius:8px;background:var(--soft)}
nav{display:flex;gap:14px;justify-content:center;margin-top:18px;font-size:13px}
nav a{color:var(--muted)}nav a[aria-current]{color:var(--text);text-decoration:none}`;
