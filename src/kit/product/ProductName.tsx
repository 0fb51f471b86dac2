import { useT } from '../i18n/i18n.ts';
import type { Product } from './useProduct.ts';

/** What the installation is called and what it is for. */
export function ProductName({ product: { title, subtitle, description } }: { product: Product }) {
  const t = useT('widgets');
  return (
    <>
      <p>
        <strong>{title}</strong>
        <span className="pd-muted">{subtitle}</span>
      </p>
      <p className="pd-muted">{description || t('about.text')}</p>
    </>
  );
}
