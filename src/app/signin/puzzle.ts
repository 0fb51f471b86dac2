import { translate } from '../../kit/i18n/i18n.ts';
import './puzzle.css';

/**
 * The slider puzzle before a sign-in (setting `sysSecondVer`). It is a hurdle for scripts that click, and no proof of
 * anything: guesses are counted by the server, which asks for a captcha of its own where that is set.
 */

const WIDTH = 300;
const HEIGHT = 140;
const PIECE = 44;
/** So far off it still fits. */
const NEAR = 5;

const random = (from: number, to: number): number =>
  from + Math.floor((crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32) * (to - from));

/** A square with a knob at its top and one at its right. */
function outline(x: number, y: number): Path2D {
  const path = new Path2D();
  const knob = PIECE / 5;
  path.moveTo(x, y);
  path.lineTo(x + PIECE / 2 - knob, y);
  path.arc(x + PIECE / 2, y, knob, Math.PI, 0, true);
  path.lineTo(x + PIECE, y);
  path.lineTo(x + PIECE, y + PIECE / 2 - knob);
  path.arc(x + PIECE, y + PIECE / 2, knob, -Math.PI / 2, Math.PI / 2);
  path.lineTo(x + PIECE, y + PIECE);
  path.lineTo(x, y + PIECE);
  path.closePath();
  return path;
}

function paintPicture(context: CanvasRenderingContext2D): void {
  const hue = random(0, 360);
  const sky = context.createLinearGradient(0, 0, WIDTH, HEIGHT);
  sky.addColorStop(0, `hsl(${hue} 45% 40%)`);
  sky.addColorStop(1, `hsl(${(hue + 70) % 360} 50% 62%)`);
  context.fillStyle = sky;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  for (let at = 0; at < 14; at += 1) {
    context.fillStyle = `hsl(${(hue + random(0, 140)) % 360} 55% ${random(30, 75)}% / 0.5)`;
    context.beginPath();
    context.arc(random(0, WIDTH), random(0, HEIGHT), random(10, 42), 0, Math.PI * 2);
    context.fill();
  }
}

interface Drawn {
  picture: HTMLCanvasElement;
  piece: HTMLCanvasElement;
  /** Where the piece belongs. */
  at: number;
}

const canvas = (width: number): HTMLCanvasElement =>
  Object.assign(document.createElement('canvas'), { width, height: HEIGHT });

function draw(): Drawn {
  const [picture, piece] = [canvas(WIDTH), canvas(PIECE + PIECE / 5 + 2)];
  const [context, own] = [picture.getContext('2d'), piece.getContext('2d')];
  const at = random(WIDTH / 3, WIDTH - PIECE - PIECE / 5 - 4);
  const y = random(PIECE / 4, HEIGHT - PIECE - 4);
  if (!context || !own) return { picture, piece, at };
  paintPicture(context);
  const [gap, shape] = [outline(at, y), outline(0, y)];
  own.save();
  own.clip(shape);
  own.drawImage(picture, -at, 0);
  own.restore();
  own.strokeStyle = '#fff';
  own.stroke(shape);
  context.fillStyle = 'rgb(0 0 0 / 0.55)';
  context.fill(gap);
  context.strokeStyle = 'rgb(255 255 255 / 0.7)';
  context.stroke(gap);
  return { picture, piece, at };
}

/** @returns true once the piece is in its place, false when the person gives up */
export function passPuzzle(): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.className = 'puzzle';
  dialog.setAttribute('aria-label', translate('app:signIn.puzzle'));
  const text = Object.assign(document.createElement('p'), { textContent: translate('app:signIn.puzzle') });
  const board = Object.assign(document.createElement('div'), { className: 'puzzle-board' });
  const slider = Object.assign(document.createElement('input'), {
    type: 'range',
    min: '0',
    max: String(WIDTH - PIECE),
    className: 'puzzle-slider',
  });
  slider.setAttribute('aria-label', translate('app:signIn.puzzle'));
  let drawn = draw();

  const place = () => {
    drawn.piece.style.transform = `translateX(${slider.value}px)`;
    const off = drawn.at - Number(slider.value);
    // Who cannot see the gap hears how far it is.
    slider.setAttribute('aria-valuetext', translate('app:signIn.puzzleOff', { off }));
  };
  const deal = () => {
    drawn = draw();
    slider.value = '0';
    board.replaceChildren(drawn.picture, drawn.piece);
    place();
  };
  const fits = () => Math.abs(drawn.at - Number(slider.value)) <= NEAR;

  return new Promise((resolve) => {
    const end = (passed: boolean) => {
      dialog.close();
      dialog.remove();
      resolve(passed);
    };
    slider.addEventListener('input', place);
    const judge = () => {
      if (fits()) return end(true);
      dialog.classList.add('puzzle-wrong');
      dialog.addEventListener('animationend', () => dialog.classList.remove('puzzle-wrong'), { once: true });
      deal();
    };
    slider.addEventListener('pointerup', judge);
    slider.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') judge();
    });
    dialog.addEventListener('cancel', () => end(false));
    dialog.append(text, board, slider);
    deal();
    document.body.append(dialog);
    dialog.showModal();
    slider.focus();
  });
}
