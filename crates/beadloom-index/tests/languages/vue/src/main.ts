import { createApp } from "vue";
import App from "./App.vue";
import { useCart } from "@/stores/cart";

useCart().load();
createApp(App).mount("#app");
