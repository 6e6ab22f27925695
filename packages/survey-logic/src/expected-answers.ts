/**
 * What an answer has to be, where one is refused for its format. Apart from the parser, so that the first download of the client can
 * name the kinds without it.
 */

/** The kinds of expected answers, with the English text that responses and files of rejected rows have. */
export const expectedAnswers = {
  text: 'text',
  int: 'a whole number',
  decimal: 'a number',
  datetime: 'a date',
  point: 'a place with a latitude from -90 to 90 and a longitude from -180 to 180',
  geometry: 'a shape in well-known text',
  id: 'an id',
  category: 'a category',
  link: 'a web address',
  phone: 'a phone number with its country code',
  video: 'the address of a YouTube or Vimeo video',
} as const satisfies Record<string, string>;

/** The expected kind of answer: `kind` of an error of the rule `valueType`. The client translates it. */
export type ExpectedAnswer = keyof typeof expectedAnswers;
