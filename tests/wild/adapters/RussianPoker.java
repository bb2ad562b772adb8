import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import source.Card;
import source.CardSuit;
import source.Combination;
import source.GameType;
import source.Hand;

/**
 * Speaks for RuLeZzz1987/RussianPoker, whose classes stand on the class path: a line {@code combination} with five cards
 * is answered by the number of its category, {@code compare} with ten by the sign of the comparison.
 */
public class RussianPoker {
    private static final Map<String, Combination> KNOWN = new HashMap<>();

    public static void main(String[] none) throws Exception {
        PrintStream wire = System.out;
        System.setOut(System.err);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int blank = line.indexOf(' ');
            String cards = line.substring(blank + 1);
            Combination first = KNOWN.computeIfAbsent(cards.substring(0, 14), RussianPoker::combination);
            if (line.startsWith("combination")) {
                wire.println(first.getHighness());
            } else {
                Combination second = KNOWN.computeIfAbsent(cards.substring(15), RussianPoker::combination);
                wire.println(Integer.signum(first.compareTo(second)));
            }
            wire.flush();
        }
    }

    private static Combination combination(String cards) {
        Hand hand = new Hand(GameType.FIVECARD, java.util.Arrays.stream(cards.split(" ")).map(RussianPoker::card).toArray(Card[]::new));
        hand.sort();
        return hand.getCombinationOnFiveCards();
    }

    private static Card card(String name) {
        for (CardSuit suit : CardSuit.values()) {
            if (suit.name().charAt(0) == Character.toUpperCase(name.charAt(1))) return new Card(suit, name.charAt(0));
        }
        throw new IllegalArgumentException(name);
    }
}
