/** Id of the field of a new note, so that a key can focus it. */
export const noteFieldId = 'note-field';
