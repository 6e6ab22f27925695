/** Translation keys of separators that cannot be part of a key or are invisible. */
export const separatorKeys = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  '\n': 'line',
  '/': 'slash',
  ' ': 'space',
} as const;
