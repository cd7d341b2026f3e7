import { DeliveryWidget } from './delivery-widget.jsx';
import { resources } from './i18n.js';

/** What `medusa plugin:build` makes of the folder `admin` of a plugin. */
export default {
  widgetModule: {
    widgets: [{ Component: DeliveryWidget, zone: ['order.details.side.before'], widgetId: 'ship-elements-delivery' }],
  },
  i18nModule: { resources },
  routeModule: { routes: [] },
  menuItemModule: { menuItems: [] },
  formModule: { customFields: {} },
  displayModule: { displays: {} },
  cellRendererModule: {},
  layoutModule: { layouts: [] },
  searchEntityModule: {},
};
