/** Opens the form of a new report with a survey of the test. */
import { screen } from '@testing-library/dom';
import { listCategories } from '@waypost/contract/categories/categories';
import { type Attribute, listAttributes } from '@waypost/contract/surveys/attributes';
import { readSurvey, type Survey } from '@waypost/contract/surveys/surveys';
import { listTasks } from '@waypost/contract/surveys/tasks';
import { apiServer, renderScreen, type ScreenOptions } from './render-screen.tsx';
import {
  createTestAttribute,
  createTestCategory,
  createTestPage,
  createTestSurvey,
  createTestTask,
} from './test-entities.ts';

/** The attribute of the title. */
export const titleAttribute = () =>
  createTestAttribute({ key: 'title', label: 'Title', type: 'title', required: true });
/** The attribute of the text. */
export const descriptionAttribute = () =>
  createTestAttribute({
    key: 'content',
    label: 'What happened?',
    type: 'description',
    input: 'textarea',
    required: true,
  });

/** Opens the embedded form, without the map and the navigation. */
export async function openForm(
  attributes: Attribute[] = [],
  survey: Partial<Survey> = {},
  options: ScreenOptions = {},
  query = '',
) {
  apiServer.on(readSurvey, () => createTestSurvey(survey));
  apiServer.on(listTasks, () => createTestPage([createTestTask()]));
  apiServer.on(listAttributes, () =>
    createTestPage([titleAttribute(), descriptionAttribute(), ...attributes]),
  );
  apiServer.onDefault(listCategories, () => createTestPage([createTestCategory()]));
  const person = await renderScreen(`/posts/create/1/noui${query}`, options);
  await screen.findByRole('textbox', { name: /^Title/ });
  return person;
}

/** Fills in title and text. */
export async function fillRequiredFields(person: Awaited<ReturnType<typeof openForm>>) {
  await person.fill(/^Title/, 'Lamp is out');
  await person.fill(/^What happened/, 'Dark since Monday');
}
