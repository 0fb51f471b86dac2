import './about.css';
import { Key, Unanswered, commands } from '../../src/kit/index.ts';
import { ProductName } from '../../src/kit/product/ProductName.tsx';
import { useProduct } from '../../src/kit/product/useProduct.ts';

/** What helps somebody on, where this person has it. */
const HELP = ['app.palette', 'app.keys', 'app.settings', 'app.tour', 'app.lock', 'app.zen'];

/** What this installation is, in its own words, and where help is. */
export default function About() {
  const { query, product } = useProduct();
  if (!product) return <Unanswered query={query} />;
  const help = HELP.flatMap((id) => commands.find(id) ?? []);
  return (
    <div className="about">
      <div className="about-text">
        <ProductName product={product} />
        <ul>
          {help.map((command) => (
            <li key={command.id}>
              <button type="button" onClick={() => commands.fire(command)}>
                {command.label()}
                {command.keys?.[0] && <Key keys={command.keys[0]} />}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <small className="pd-muted">{product.copyright}</small>
    </div>
  );
}
