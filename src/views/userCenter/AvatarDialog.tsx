import { Alert, Modal } from 'antd';
import { type KeyboardEvent, useEffect, useState } from 'react';
import Cropper, { type Area, type Point } from 'react-easy-crop';
import { isCallError, toast, useT } from '../../kit/index.ts';
import { noteProfile, keepPicture } from './useOwnRecord.ts';

const LEAST = 1;
const MOST = 4;
const STEP = 0.1;
/** Px of an arrow key. */
const MOVE = 4;
/** The server keeps it in this size. */
const SIZE = 256;

const bounded = (zoom: number): number => Math.min(MOST, Math.max(LEAST, Math.round(zoom * 100) / 100));

/** The part of the picture that was chosen, in the size that is kept. */
async function cut(file: File, { x, y, width, height }: Area): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  canvas.getContext('2d')?.drawImage(picture, x, y, width, height, 0, 0, SIZE, SIZE);
  picture.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!blob) throw new Error('the picture could not be drawn');
  return blob;
}

/** The address of a picture; null of what is none. */
function useAddress(file: File): string | null | undefined {
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    const look = async () => {
      const picture = await createImageBitmap(file).catch(() => undefined);
      picture?.close();
      setAddress(picture ? made : null);
    };
    void look();
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

function Zoom({ zoom, set }: { zoom: number; set: (zoom: number) => void }) {
  const t = useT('system');
  return (
    <label className="avatar-zoom">
      <span>{t('userCenter.avatar.zoom')}</span>
      <input
        type="range"
        min={LEAST}
        max={MOST}
        step={STEP}
        value={zoom}
        onChange={({ target }) => set(bounded(Number(target.value)))}
      />
      <span className="pd-number">{Math.round(zoom * 100)} %</span>
    </label>
  );
}

/** Chooses the part of a picture that becomes the person's: dragged or moved by the arrow keys, with + and - for the size. */
export function AvatarDialog({ file, close }: { file: File; close: () => void }) {
  const t = useT('system');
  const address = useAddress(file);
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(LEAST);
  const [area, setArea] = useState<Area>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const wrong = address === null ? t('userCenter.avatar.unreadable') : problem;

  function key(event: KeyboardEvent): void {
    const by = { '+': STEP, '=': STEP, '-': -STEP }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setZoom((now) => bounded(now + by));
  }
  async function save(): Promise<void> {
    if (!area) return;
    setBusy(true);
    setProblem('');
    try {
      noteProfile({ avatar: await keepPicture('Avatar', await cut(file, area), 'avatar.png') });
      toast.success(t('userCenter.avatar.saved'));
      close();
    } catch (refused) {
      setProblem(isCallError(refused) ? refused.message : t('userCenter.avatar.unreadable'));
      setBusy(false);
    }
  }
  return (
    <Modal
      open
      title={t('userCenter.avatar.title')}
      okText={t('userCenter.avatar.save')}
      okButtonProps={{ disabled: !area }}
      cancelText={t('userCenter.cancel')}
      confirmLoading={busy}
      mask={{ closable: false }}
      width={420}
      onCancel={close}
      onOk={() => void save()}
    >
      <div onKeyDown={key}>
        {wrong && <Alert type="error" title={wrong} role="alert" />}
        <div className="avatar-crop">
          {address && (
            <Cropper
              image={address}
              crop={crop}
              zoom={zoom}
              minZoom={LEAST}
              maxZoom={MOST}
              aspect={1}
              cropShape="round"
              showGrid={false}
              keyboardStep={MOVE}
              cropperProps={{ 'aria-label': t('userCenter.avatar.area') }}
              onCropChange={setCrop}
              onZoomChange={(next: number) => setZoom(bounded(next))}
              onCropComplete={(_percent: Area, pixels: Area) => setArea(pixels)}
            />
          )}
        </div>
        <Zoom zoom={zoom} set={setZoom} />
        <p className="pd-muted">{t('userCenter.avatar.keys')}</p>
      </div>
    </Modal>
  );
}
