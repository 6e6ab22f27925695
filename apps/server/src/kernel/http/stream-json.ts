/** JSON whose longest part was serialized piece by piece. */
import { Readable } from 'node:stream';
import { StreamedResponse } from './responses.ts';

function* writeItems(items: readonly Buffer[]): Generator<Buffer | string> {
  yield '[';
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ',';
    yield item;
  }
  yield ']';
}

function* writeObject(object: object, items: readonly Buffer[]): Generator<Buffer | string> {
  for (const [index, [name, value]] of Object.entries(object).entries()) {
    yield `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`;
    if (value === items) yield* writeItems(items);
    else yield JSON.stringify(value);
  }
  yield '}';
}

/**
 * A response of many megabytes, which as one text would keep others waiting.
 * @param object of which one member is `items`; the others are short
 * @param items JSON in UTF-8
 */
export const streamJson = (object: object, items: readonly Buffer[]): StreamedResponse =>
  new StreamedResponse(Readable.from(writeObject(object, items), { objectMode: false }), {
    'content-type': 'application/json; charset=utf-8',
  });
