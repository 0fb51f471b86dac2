import { translate } from '../i18n/i18n.ts';
import { toast } from '../ui/toast.ts';
import { workDocument } from '../workWindow.tsx';

/** Puts a text on the clipboard and says so; a browser that refuses is said too. */
export async function copyText(text: string, notice = translate('grid:copy.done', { text })): Promise<void> {
  if (text === '') return;
  try {
    // A clipboard is written from the window that has the keyboard alone.
    await (workDocument().defaultView ?? window).navigator.clipboard.writeText(text);
    toast.success(notice, { key: 'copy', duration: 2 });
  } catch {
    toast.warning(translate('grid:copy.refused'), { key: 'copy' });
  }
}
