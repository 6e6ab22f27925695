/**
 * Finds faces in a picture on the device, with a small model that is part of the build. Nothing is sent anywhere. The library and its
 * model are loaded when they are first used.
 */
import * as faceApi from '@vladmandic/face-api';
import weightsUrl from '@vladmandic/face-api/model/tiny_face_detector_model.bin?url';
import manifest from '@vladmandic/face-api/model/tiny_face_detector_model-weights_manifest.json';
import type { CoverStyle, PictureCover } from '@waypost/contract/media/picture-covers';
import { createBox } from './covers.ts';

/** Pixels of the square that the picture is scaled to; larger ones find smaller faces, slower. */
const inputSize = 608;
/** Low, since a face that is not found may harm somebody, and a box too many is removed by a key. */
const minScore = 0.3;
/** How much larger than the found face a box is, in parts of the face: chin, ears and hair help to recognize somebody. */
const margin = 0.2;

let loading: Promise<void> | undefined;

async function loadModel(): Promise<void> {
  const { nets, tf } = faceApi;
  const response = await fetch(weightsUrl);
  if (!response.ok) throw new Error(`The model cannot be loaded: ${response.status}`);
  const weights = manifest.flatMap((group) => group.weights) as Parameters<typeof tf.io.decodeWeights>[1];
  nets.tinyFaceDetector.loadFromWeightMap(tf.io.decodeWeights(await response.arrayBuffer(), weights));
}

/**
 * Boxes around the faces in a picture.
 * @throws when the model cannot be loaded, as without a network before its first use
 */
export async function findFaces(picture: HTMLCanvasElement, style: CoverStyle): Promise<PictureCover[]> {
  loading ??= loadModel().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  await loading;
  const options = new faceApi.TinyFaceDetectorOptions({ inputSize, scoreThreshold: minScore });
  const faces = await faceApi.detectAllFaces(picture, options);
  return faces.map(({ relativeBox: { left, top, right, bottom, width, height } }) =>
    createBox(
      style,
      [left - width * margin, top - height * margin],
      [right + width * margin, bottom + height * margin],
    ),
  );
}
