/** The parts of the library that are used. It has no types of its own; tsconfig.base.json leads here. */

/** Plus Codes: a code for a rectangle of the earth's surface. */
export class OpenLocationCode {
  isFull(code: string): boolean;
  isShort(code: string): boolean;
  /** @throws for a code that is not full */
  decode(code: string): { latitudeCenter: number; longitudeCenter: number };
  /** The full code of a short one that is nearest to a point, in degrees. */
  recoverNearest(shortCode: string, latitude: number, longitude: number): string;
}
