import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Speaks for a solution of the course work Three Card Poker, whose classes stand on the class path: a line
 * {@code evalHand} with three cards or {@code compareHands} with six, the first hand first, is answered by what the
 * class of that name returns, or by {@code error} and why it returned nothing.
 */
public class ThreeCardFamily {
    private static final Map<Character, String> NAMES = Map.of('A', "ACE", 'K', "KING", 'Q', "QUEEN", 'J', "JACK", 'T', "10");

    public static void main(String[] none) throws Exception {
        PrintStream wire = System.out;
        System.setOut(System.err); // some of them print as they go
        Class<?> logic = Class.forName("ThreeCardLogic");
        Constructor<?> card = Class.forName("Card").getDeclaredConstructors()[0];
        card.setAccessible(true);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String[] words = line.split(" ");
            List<ArrayList<Object>> hands = new ArrayList<>();
            for (int at = 1; at < words.length; at += 3) {
                ArrayList<Object> hand = new ArrayList<>();
                for (String name : Arrays.copyOfRange(words, at, at + 3)) hand.add(make(card, name));
                hands.add(hand);
            }
            wire.println(answer(logic, words[0], hands));
            wire.flush();
        }
    }

    private static Object answer(Class<?> logic, String method, List<ArrayList<Object>> hands) throws Exception {
        Class<?>[] types = hands.stream().map(hand -> ArrayList.class).toArray(Class<?>[]::new);
        Method asked = logic.getDeclaredMethod(method, types);
        asked.setAccessible(true);
        try {
            return asked.invoke(null, hands.toArray());
        } catch (InvocationTargetException failed) {
            return "error " + failed.getCause();
        }
    }

    private static Object make(Constructor<?> card, String name) throws Exception {
        char rank = name.charAt(0);
        char suit = Character.toUpperCase(name.charAt(1));
        if (card.getParameterTypes()[0] == String.class) {
            return card.newInstance(String.valueOf(suit), NAMES.getOrDefault(rank, String.valueOf(rank)));
        }
        return card.newInstance(suit, "23456789TJQKA".indexOf(rank) + 2);
    }
}
