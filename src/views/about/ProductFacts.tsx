import { Unanswered } from '../../kit/index.ts';
import { BuildFacts } from '../../kit/product/BuildFacts.tsx';
import { ProductName } from '../../kit/product/ProductName.tsx';
import type { useBuild } from '../../kit/product/useBuild.ts';
import { useProduct } from '../../kit/product/useProduct.ts';

/** The product with its version, and what the server runs on. */
export function ProductFacts({ build }: { build: ReturnType<typeof useBuild> }) {
  const { query, product } = useProduct();
  const { data } = build;
  if (!product) return <Unanswered query={query} />;
  if (!data) return <Unanswered query={build} />;
  return (
    <section className="about-product">
      <ProductName product={product} />
      <strong className="about-version pd-number">{data.version}</strong>
      <BuildFacts build={data} />
      {data.runsOn.length > 0 && (
        <dl>
          {data.runsOn.map(({ name, version }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="pd-number">{version}</dd>
            </div>
          ))}
        </dl>
      )}
      {product.copyright && <small className="pd-muted">{product.copyright}</small>}
    </section>
  );
}
