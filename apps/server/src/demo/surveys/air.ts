import {
  type AnswerContext,
  createCategoriesField,
  createDescriptionField,
  createTitleField,
  formatDateTime,
  formatDecimal,
  type GeneratedAnswers,
  photoField,
  placeField,
  type SurveyPlan,
} from './plan.ts';

const instruments = ['Low-cost sensor', 'Hand-held meter', 'City station', 'By eye and nose'];

/** Micrograms per cubic metre: usually 10 to 60, several hundred on bad days. */
const measureDust = ({ random }: AnswerContext) =>
  Math.round(80 * Math.exp(random.gaussian() * 0.8 - 0.9)) / 2 + 4;

function generateAnswers(context: AnswerContext): GeneratedAnswers {
  const { random, storyIndex, date, place, pickPicture } = context;
  const instrument = random.pick(instruments);
  return {
    values: {
      place: [place],
      dust: instrument === 'By eye and nose' ? [] : [formatDecimal(measureDust(context))],
      temperature: random.chance(0.6) ? [random.int(4, 36)] : [],
      measured: [formatDateTime(date)],
      instrument: [instrument],
      photo: random.chance(0.25) ? [pickPicture('sky')].filter((it) => it !== undefined) : [],
    },
    // The first story is about burning waste.
    categories: storyIndex === 0 ? ['smoke', 'waste'] : ['smoke'],
    completedTasks: [],
  };
}

/** Air quality. */
export const air: SurveyPlan = {
  topic: 'air',
  name: 'Air quality',
  description: 'Measurements and what you can see or smell. Shown at once, without a check.',
  color: '#E69327',
  requireApproval: false,
  spreads: ['town'],
  tasks: [
    {
      label: 'Post',
      fields: [
        createTitleField('In a few words'),
        createDescriptionField('What do you notice?'),
        { name: 'dust', label: 'PM2.5 in µg/m³', input: 'number', type: 'decimal' },
        { name: 'temperature', label: 'Temperature in °C', input: 'number', type: 'int' },
        { name: 'measured', label: 'Measured at', input: 'datetime', type: 'datetime', required: true },
        {
          name: 'instrument',
          label: 'With what',
          input: 'select',
          type: 'varchar',
          options: instruments,
          required: true,
        },
        placeField,
        createCategoriesField('smoke', 'waste'),
        photoField,
      ],
    },
  ],
  generateAnswers,
};
