/**
 * Limits of templates: bytes of the JSON, and numbers of parts; tasks of a survey, attributes of a task, choices of an attribute. Not
 * among the common limits, which every visitor loads.
 */
export const templateLimits = {
  bytes: 900_000,
  /** Keys are made of names of 255 characters, and Unicode normalization makes up to 18 characters of one. */
  key: 255 * 18,
  roles: 100,
  categories: 1000,
  surveys: 100,
  tasks: 50,
  attributes: 500,
  options: 20_000,
  savedSearches: 200,
} as const;
