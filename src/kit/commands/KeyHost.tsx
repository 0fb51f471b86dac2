import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { attachKeys, dispatchKey, keyDocumentsAtom } from './keys.ts';

function DocumentKeys({ target }: { target: Document }) {
  useHotkeys('*', (event) => void dispatchKey(event), {
    document: target,
    // Which keys count while typing depends on the chord, so dispatchKey decides.
    enableOnFormTags: true,
    enableOnContentEditable: true,
  });
  return null;
}

/** Mounted once by the shell: hears the page and every attached pop-out. */
export function KeyHost() {
  useEffect(() => attachKeys(document), []);
  const documents = useAtomValue(keyDocumentsAtom);
  return documents.map((target, index) => <DocumentKeys key={index} target={target} />);
}
