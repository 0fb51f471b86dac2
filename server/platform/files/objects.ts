import type { Readable } from 'node:stream';
import type { S3Place } from '../s3Env.ts';

/** Objects of a bucket, by keys. What the other side does not do in time fails. */
export interface Objects {
  put(key: string, bytes: Buffer, type: string): Promise<void>;
  /** Once it begins to come. */
  read(key: string): Promise<Readable>;
  /** One that is not there is gone too. */
  remove(key: string): Promise<void>;
}

const CONNECT_MS = 3_000;
const ANSWER_MS = 15_000;
const TRIES = 2;

async function open(place: S3Place, bucket: string): Promise<Objects> {
  // Few installations have a bucket: the library is loaded where one is used.
  const [{ S3Client }, { S3Driver }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('flydrive/drivers/s3'),
  ]);
  const client = new S3Client({
    region: place.region,
    ...(place.endpoint && { endpoint: place.endpoint }),
    forcePathStyle: place.pathStyle,
    credentials: { accessKeyId: place.accessKey, secretAccessKey: place.secretKey },
    maxAttempts: TRIES,
    // Other stores of this protocol do not know the newer checksums; the signature is over the content anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
    },
  });
  const driver = new S3Driver({ client, bucket, visibility: 'private', supportsACL: false });
  return {
    put: (key, bytes, contentType) =>
      driver.put(key, bytes, { contentType, contentLength: bytes.length, visibility: 'private' }),
    read: (key) => driver.getStream(key),
    remove: (key) => driver.delete(key),
  };
}

const opened = new WeakMap<S3Place, Map<string, Promise<Objects>>>();

/** The objects of a bucket at this place: of the one for new files, or of one where older ones are. */
export function objectsOf(place: S3Place, bucket = place.bucket): Promise<Objects> {
  const known = opened.get(place) ?? new Map<string, Promise<Objects>>();
  opened.set(place, known);
  const objects = known.get(bucket) ?? open(place, bucket);
  known.set(bucket, objects);
  return objects;
}
