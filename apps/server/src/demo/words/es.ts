import type { Words } from './words.ts';

export const es: Words = {
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
      titles: [
        'El agua sube {near}',
        '{city}: calle inundada',
        'El río se desbordó {near}',
        'Casas inundadas {near}',
      ],
      tells: [
        'El agua llegó de noche y {near} nos llega {level}. Unas {n} personas dejaron sus casas.',
        'El río se salió {near}. El agua llega {level} y sigue subiendo. Somos {n} esperando en la parte alta.',
        'El desagüe {near} no dio abasto. El agua llega {level}; {n} vecinos están subiendo sus cosas.',
        'Ya no llueve, pero el agua {near} no baja. Llega {level} y {n} personas no pueden salir en carro.',
      ],
      asks: [
        'Hace falta agua potable y plástico para los techos.',
        'Hay dos vecinos mayores que no pueden caminar; serviría una lancha.',
        'La vía está cerrada, tomen la de arriba.',
        'Hasta donde sabemos no hay heridos.',
      ],
    },
    polls: {
      titles: ['Puesto de votación {near}', '{city}: comenzó la votación', 'Fila larga en el puesto {near}'],
      tells: [
        'Abrieron las puertas y empezó la votación. Conté {n} personas en la fila.',
        'Todo tranquilo. Hay {n} personas esperando y la fila avanza.',
        'En el puesto {near} faltaron bolígrafos un rato; {n} personas esperaron.',
      ],
      asks: [
        'Hay rampa y las personas mayores entran primero.',
        'El letrero de afuera casi no se ve.',
        'Dejan entrar a los observadores y pueden ver el conteo.',
      ],
    },
    air: {
      titles: ['Humo {near}', '{city}: medición de esta mañana', 'Bruma sobre {city}'],
      tells: [
        'Medido {near}. Se ve la bruma entre las casas.',
        'Están quemando basura {near} y el humo se queda en la calle.',
        'Despejó cuando cambió el viento. Medido {near}, a la altura de la cara.',
      ],
      asks: ['Los niños se quedan adentro en el recreo.', 'Mañana mido otra vez a la misma hora.'],
    },
    notice: {
      titles: [
        'Limpieza de la ribera {near}',
        'Brigada de salud en {city}',
        'Corte de agua el jueves {near}',
      ],
      tells: [
        'Nos encontramos {near}. Hay guantes y bolsas; traigan botas si tienen.',
        'La brigada atiende {near} de ocho a cuatro. Las vacunas son gratis.',
        'Cambian el tubo principal {near}. Guarden agua para un día.',
      ],
      asks: [
        'Avisen a los vecinos que no tienen teléfono.',
        'Las dudas se resuelven en la junta de acción comunal.',
      ],
    },
    unsafe: {
      titles: ['Alumbrado dañado {near}', 'De noche no es seguro {near}', 'Camino sin luz {near}'],
      tells: [
        'Las lámparas {near} llevan {n} días apagadas y por ahí volvemos del trabajo.',
        'Un grupo detiene a la gente {near} por la noche. A dos nos siguieron.',
        'La reja {near} está rota y la zanja de atrás queda abierta.',
      ],
      asks: ['Por favor no publiquen mi nombre.', 'Con una lámpara y el camino despejado bastaría.'],
    },
  },
};
