import { createRoot, hydrateRoot } from 'react-dom/client';
import { app } from './react-shop.ts';

const place = document.querySelector('#app') as HTMLElement;

// What a server has rendered is taken over; elsewhere the page is made here.
if (place.firstChild) hydrateRoot(place, app);
else createRoot(place).render(app);
