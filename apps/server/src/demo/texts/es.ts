import type { LanguageTexts } from './texts.ts';

export const es: LanguageTexts = {
  locale: 'es_es',
  near: [
    'cerca del puente viejo',
    'detrás del mercado',
    'junto a la escuela primaria',
    'en la terminal de buses',
    'al lado del centro de salud',
    'a orillas de la quebrada',
    'frente a la iglesia',
    'por la cancha de fútbol',
  ],
  levels: ['a los tobillos', 'a las rodillas', 'a la cintura', 'por encima de la cabeza', 'a los techos'],
  names: [
    'Camila Rojas',
    'Julián Herrera',
    'Rosa Quispe',
    'Martín Benítez',
    'Elena Vargas',
    'Andrés Molina',
    'Lucía Paredes',
  ],
  notes: [
    '¿Alguien revisa la alcantarilla {near}? El año pasado también se tapó.',
    'Por favor llámenme por lo de la reunión en {city}.',
    'Gracias, hoy sí llegó el carrotanque.',
  ],
  topics: {
    flood: {
      stories: [
        [
          'El agua sube {near}',
          'El agua llegó de noche y {near} nos llega {level}. Unas {n} personas dejaron sus casas.',
        ],
        [
          '{city}: calle inundada',
          'El desagüe {near} no dio abasto. El agua llega {level}; {n} vecinos están subiendo sus cosas.',
        ],
        [
          'El río se desbordó {near}',
          'El río se salió {near}. El agua llega {level} y sigue subiendo. Somos {n} esperando en la parte alta.',
        ],
        [
          'Casas inundadas {near}',
          'Ya no llueve, pero el agua {near} no baja. Llega {level} y {n} personas no pueden salir en carro.',
        ],
      ],
      requests: [
        'Hace falta agua potable y plástico para los techos.',
        'Hay dos vecinos mayores que no pueden caminar; serviría una lancha.',
        'La vía está cerrada, tomen la de arriba.',
        'Hasta donde sabemos no hay heridos.',
      ],
    },
    polls: {
      stories: [
        [
          'Puesto de votación {near}',
          'Abrieron las puertas y empezó la votación. Conté {n} personas en la fila.',
        ],
        ['{city}: comenzó la votación', 'Todo tranquilo. Hay {n} personas esperando y la fila avanza.'],
        [
          'Fila larga en el puesto {near}',
          'En el puesto {near} faltaron bolígrafos un rato; {n} personas esperaron.',
        ],
      ],
      requests: [
        'Hay rampa y las personas mayores entran primero.',
        'El letrero de afuera casi no se ve.',
        'Dejan entrar a los observadores y pueden ver el conteo.',
      ],
    },
    air: {
      stories: [
        ['Humo {near}', 'Están quemando basura {near} y el humo se queda en la calle.'],
        ['{city}: medición de esta mañana', 'Medido {near}. Se ve la bruma entre las casas.'],
        [
          '{city}: hoy más despejado',
          'Despejó cuando cambió el viento. Medido {near}, a la altura de la cara.',
        ],
      ],
      requests: ['Los niños se quedan adentro en el recreo.', 'Mañana mido otra vez a la misma hora.'],
    },
    notice: {
      stories: [
        [
          'Limpieza de la ribera {near}',
          'Nos encontramos {near}. Hay guantes y bolsas; traigan botas si tienen.',
        ],
        ['Brigada de salud en {city}', 'La brigada atiende {near} de ocho a cuatro. Las vacunas son gratis.'],
        ['Corte de agua el jueves {near}', 'Cambian el tubo principal {near}. Guarden agua para un día.'],
      ],
      requests: [
        'Avisen a los vecinos que no tienen teléfono.',
        'Las dudas se resuelven en la junta de acción comunal.',
      ],
    },
    unsafe: {
      stories: [
        [
          'Alumbrado dañado {near}',
          'Las lámparas {near} llevan {n} días apagadas y por ahí volvemos del trabajo.',
        ],
        [
          'De noche no es seguro {near}',
          'Un grupo detiene a la gente {near} por la noche. A dos nos siguieron.',
        ],
        ['Reja rota {near}', 'La reja {near} está rota y la zanja de atrás queda abierta.'],
      ],
      requests: ['Por favor no publiquen mi nombre.', 'Con una lámpara y el camino despejado bastaría.'],
    },
  },
};
