import { useMemo } from 'react';
import { layOut } from '../../../contract/print/layout.ts';
import { readTemplate } from '../../../contract/print/template.ts';
import { useT } from '../../kit/index.ts';
import { PagePicture } from '../../resource/print/Pages.tsx';
import { printWords } from '../../resource/print/words.ts';
import { type PeekProps, RowPeek } from '../../resource/RowPeek.tsx';
import { exampleOf, LOGO } from './example.ts';
import './designer.css';

/** CSS pixels that the narrowest peek has room for. */
const WIDTH = 270;
/** What the picture shows. */
const DRAWN = ['template', 'printDataDemo'];

/** A template as its first page comes out, filled with its example; that of another client as its text. */
export function PrintPeek(props: PeekProps) {
  const t = useT('platform');
  const { row } = props;
  const pages = useMemo(() => {
    const read = row?.template === undefined ? undefined : readTemplate(String(row.template));
    return row && read?.kind === 'own'
      ? layOut(read.template, exampleOf(row, read.template), printWords())
      : [];
  }, [row]);
  const [first] = pages;
  if (!first) return <RowPeek {...props} />;
  const label = t('sysPrint.paper.page', { page: 1, pages: pages.length });
  const picture = (
    <div className="print-peek">
      <PagePicture page={first} pictures={LOGO} width={WIDTH} label={label} />
    </div>
  );
  return <RowPeek {...props} without={DRAWN} first={picture} />;
}
